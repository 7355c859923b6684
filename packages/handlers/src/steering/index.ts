export { steeringFile, steeringQueue } from './node-queue.ts';
export { addSteering, pendingSteering, type SteeringMessage } from './store.ts';
