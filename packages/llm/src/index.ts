export { createModelClient, defaultIdleTimeoutMs, type ModelClient, type ModelClientOptions } from './client.ts';
export { type EndpointOptions, type Environment, missingForProvider } from './endpoint.ts';
export { classifyError } from './errors/classify.ts';
export { ModelError, type ModelErrorDetails, type ModelErrorJson, type ModelErrorKind } from './errors/model-error.ts';
export { type Exchange, type Recorder, replayEvents } from './exchange.ts';
export type { Json, JsonObject } from './json.ts';
export type { StreamEvent } from './model/event.ts';
export {
  type AssistantPart,
  type ImagePart,
  type MalformedToolCallPart,
  type Message,
  type RedactedThinkingPart,
  type Signature,
  type TextPart,
  type ThinkingPart,
  type ToolCallPart,
  type ToolResultPart,
  textOf,
  type UserPart,
} from './model/message.ts';
export type { Effort, ModelRequest, ResponseFormat, ToolChoice, ToolDefinition } from './model/request.ts';
export type { FinishReason, ModelResponse, Usage } from './model/response.ts';
export { costOf, worstCaseCost } from './price/cost.ts';
export {
  mergePrices,
  type Price,
  type PriceTable,
  type PriceTableReading,
  priceOf,
  type Rates,
  readPriceTable,
  shippedPrices,
  shippedPricesDate,
} from './price/price-table.ts';
export { type Credentials, findProvider, type ProviderInfo, type ProviderName, providers } from './provider-table.ts';
export { isStrict as isStrictSchema } from './providers/openai/strict-schema.ts';
export type { ListedModel } from './providers/provider.ts';
export { globOf, type ResolvedModel } from './resolve-model.ts';
export { defaultRetry, type RetryOptions } from './retry.ts';
