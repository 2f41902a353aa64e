/** Returns a failed message to its queue. Each attempt waits twice as long as the one before. */
export const retryMessage = (message: Message, seconds: number): void =>
  message.retry({ delaySeconds: seconds * 2 ** message.attempts });
