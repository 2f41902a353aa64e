export const builderTestText = {
  back: "Back to building",
  restart: "Restart",
  clearTask: "Clear your level to prove it can be done.",
  checking: "Checking your run…",
  cleared: (time: string) => `Cleared in ${time}`,
  refused: (reason: string) => `This run couldn't be confirmed. ${reason}`,
  failed: (reason: string) => `Your run couldn't be sent. ${reason}`,
  goOn: "Go on to publishing",
  again: "Try again",
  finished: (time: string) => `Finished in ${time}`,
} as const;
