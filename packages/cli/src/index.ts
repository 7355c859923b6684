export { main, start, version } from './main.ts';
