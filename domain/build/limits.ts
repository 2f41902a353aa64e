/** Limits of building a level together (BUILD.md). Times are in milliseconds. */
export const BUILD_LIMITS = {
  /** Things of one operation. More are sent as several operations that are undone together. */
  partsPerOp: 500,
  /** Longest message of a page, in characters. */
  messageLength: 128 * 1024,
  /** Messages that a page can send at once, and per second. */
  burst: 240,
  messagesPerSecond: 30,
  /** Changed parts of a person: at once, per second, and how many can wait. A message counts as at least some. */
  partsBurst: 20_000,
  partsPerSecond: 1_000,
  partsWaiting: 60_000,
  partsPerMessage: 8,
  /** Characters that count as one part. */
  charactersPerPart: 256,
  people: 8,
  pagesPerPerson: 4,
  editors: 8,
  groups: 1_000,
  groupName: 40,
  /** Operations that are stored with what they changed, so they can be undone and sent again. */
  storedOps: 5_000,
  storedOpBytes: 16 * 1024 * 1024,
  undoSteps: 200,
  /** Time between two messages about cursors. */
  presenceMs: 100,
  /** Ids of a selection that others see, and things whose drag they see. */
  shownSelection: 200,
  shownDrag: 50,
  /** How long a level is worked on between two stored versions, and how many are stored. */
  saveMs: 10 * 60_000,
  saves: 50,
  prefabs: 50,
  prefabParts: 500,
  prefabName: 40,
  /** Bytes of the request that saves one. */
  prefabBytes: 256 * 1024,
} as const;
