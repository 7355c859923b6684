export { type GatedText, type GateFacts, gatedText } from './gates.ts';
export { reportSection, retrospectiveBullets } from './report-section.ts';
export { type SystemPromptParts, systemPrompt } from './system-prompt.ts';
export { toolsSection } from './tools-section.ts';
