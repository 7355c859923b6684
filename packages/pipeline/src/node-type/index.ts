export { builtInDescriptors, plainDescriptor } from './built-in.ts';
export * from './descriptor.ts';
export * from './registry.ts';
export { typeFromAttributes } from './resolve.ts';
