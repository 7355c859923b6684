export { askMultiple } from './ask-multiple.ts';
export { autoApproveInterviewer } from './auto-approve.ts';
export { type CallbackOptions, callbackInterviewer } from './callback.ts';
export { type ConsoleOptions, consoleInterviewer } from './console.ts';
export { parkInterviewer } from './park.ts';
export { type QueuedAnswer, type QueueOptions, queueInterviewer, usedQueueAnswers } from './queue.ts';
export { type Interview, type RecordingInterviewer, recordingInterviewer } from './recording.ts';
export { refuseInterviewer } from './refuse.ts';
