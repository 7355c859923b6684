import type { RunEvent, TraceLine } from '../event.ts';
import type { JsonObject } from '../json.ts';
import type { EventSink } from '../services.ts';
import { encodeState, stateVersion } from '../state/codec.ts';
import { type RunState, rootFrame } from '../state/state.ts';
import type { Effect } from '../step/effect.ts';
import type { Input } from '../step/input.ts';
import type { RunStore } from '../store.ts';
import type { Upward } from './upward.ts';

/** Writes what a run leaves behind: the journal ahead of everything, then events, trace, decisions, statuses, checkpoints (files.md 3, 4). */
export class Recorder {
  readonly #store: RunStore;
  readonly #sinks: readonly EventSink[];
  readonly #digest: string;
  #number: number;
  #journalBytes = 0;
  #checkpointBytes = 0;
  #bytesAtCheckpoint = 0;

  readonly #upward: Upward | undefined;

  constructor(store: RunStore, sinks: readonly EventSink[], digest: string, nextNumber: number, upward?: Upward) {
    this.#upward = upward;
    this.#store = store;
    this.#sinks = sinks;
    this.#digest = digest;
    this.#number = nextNumber;
  }

  journal(input: Input | JsonObject): void {
    const line = JSON.stringify({ n: this.#number++, ...input });
    this.#store.appendJournal(line);
    this.#journalBytes += line.length;
  }

  /** Writes the records among the effects of one input. `state` is the state after it. */
  write(effects: readonly Effect[], state: RunState): void {
    const events: string[] = [];
    const emitted: RunEvent[] = [];
    for (const effect of effects) {
      switch (effect.do) {
        case 'event':
          events.push(JSON.stringify(effect.event));
          emitted.push(effect.event);
          break;
        case 'trace':
          this.trace(effect.line);
          break;
        case 'decision':
          this.#store.appendDecision(JSON.stringify(effect.record));
          break;
        case 'status':
          this.#store.writeStatus(effect.place, effect.status, effect.iteration);
          break;
        case 'feedback':
          this.#store.writeFeedback(effect.node, effect.text);
          break;
        case 'checkpoint':
          if (effect.force || this.#checkpointDue()) this.checkpoint(state, effect.node);
          break;
        case 'start':
        case 'invoke':
        case 'watch':
        case 'inspect':
        case 'wait':
        case 'abort':
        case 'end':
          break;
      }
    }
    if (events.length > 0) this.#store.appendEvents(events);
    this.publish(emitted);
  }

  trace(line: TraceLine): void {
    this.#store.appendTrace(JSON.stringify(line));
    this.#upward?.trace(line);
  }

  /** Observers never change a run: what one throws is dropped (files.md 4). A child's events reach them through the parent. */
  publish(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (this.#upward !== undefined) {
        this.#upward.event(event);
        continue;
      }
      for (const sink of this.#sinks) {
        try {
          sink(event);
        } catch {
          // An observer's fault is its own.
        }
      }
    }
  }

  appendEvent(event: RunEvent): void {
    this.#store.appendEvents([JSON.stringify(event)]);
    this.publish([event]);
  }

  #checkpointDue(): boolean {
    return this.#journalBytes - this.#bytesAtCheckpoint >= this.#checkpointBytes / 2;
  }

  /** A view for people and other tools, and the way back when the journal is damaged (files.md 1, 3). */
  checkpoint(state: RunState, node: string): void {
    const root = state.frames.get(rootFrame);
    const context = root === undefined ? {} : (Object.fromEntries(root.context) as JsonObject);
    const retries = Object.entries(context).filter(([key]) => key.startsWith(retryPrefix));
    const checkpoint: JsonObject = {
      timestamp: new Date().toISOString(),
      current_node: node,
      completed_nodes: state.trail.toArray(),
      node_retries: Object.fromEntries(retries.map(([key, value]) => [key.slice(retryPrefix.length), value])),
      context,
      logs: [],
      schema_version: stateVersion,
      digest: this.#digest,
      journal_number: this.#number,
      state: encodeState(state),
    };
    this.#checkpointBytes = this.#store.writeCheckpoint(checkpoint);
    this.#bytesAtCheckpoint = this.#journalBytes;
  }
}

const retryPrefix = 'internal.retry_count.';
