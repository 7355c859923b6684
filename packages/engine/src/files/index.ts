export { type AppendFile, dropTornLine, openAppendFile } from './append-file.ts';
export { type ArtefactStat, artefactProblem, artefactStart, artefactStat } from './artefact.ts';
export {
  ArtifactError,
  type ArtifactInfo,
  type ArtifactRecord,
  type ArtifactStore,
  type ArtifactStoreOptions,
  createArtifactStore,
} from './artifact-store.ts';
export { reading } from './failure.ts';
export { findRun, listRuns, type RunSummary, runsRoot } from './find-run.ts';
export { type LockOptions, type LockOwner, lockOwner, type RunLock, runIsLive, takeLock } from './lock.ts';
export { createMasker, MASK, type Masker, type MaskStream } from './masker.ts';
export { folderName, RESERVED_NAMES, safeName } from './names.ts';
export { liveness, ownIdentity, type ProcessIdentity } from './process-identity.ts';
export { type CheckpointFile, readCheckpoint, readManifest } from './read-json.ts';
export { type JsonLines, readJsonLines } from './read-lines.ts';
export { damagedJournal, type OnDamage, readDecisions, readEvents, readJournal, readTrace } from './read-logs.ts';
export { newRunId } from './run-id.ts';
export { createRun, holdsRun, openRun, type ResumedRunStore, type StoreOptions } from './run-store.ts';
export { makeFolders, replaceFile, replaceJson } from './write-file.ts';
