/** Limits of building a level together (BUILD.md). Times are in milliseconds. */
export const BUILD_LIMITS = {
  /** Things of one operation. More are sent as several operations that are undone together. */
  partsPerOp: 500,
  /** Longest message of a page, in characters. */
  messageLength: 128 * 1024,
  /** Messages that a page can send at once, and per second. */
  burst: 240,
  messagesPerSecond: 30,
  /**
   * Changed parts of a person, whatever their pages: at once, per second, and how many can wait for their turn. A message counts
   * as at least some.
   */
  partsBurst: 20_000,
  partsPerSecond: 1_000,
  partsWaiting: 60_000,
  partsPerMessage: 8,
  /** Characters that count as one part. */
  charactersPerPart: 256,
  /** People who build at the same time, the creator included. */
  people: 8,
  /** Pages that one person can have open. */
  pagesPerPerson: 4,
  /** Buddies that a creator can invite. */
  editors: 8,
  /** Groups of a level. */
  groups: 1_000,
  /** Graphemes of a group's name. */
  groupName: 40,
  /** Operations that are stored with what they changed, so they can be undone and sent again. */
  storedOps: 5_000,
  storedOpBytes: 16 * 1024 * 1024,
  /** Steps that a page can undo. */
  undoSteps: 200,
  /** Time between two messages about cursors. */
  presenceMs: 100,
  /** Ids of a selection that others see, and things whose drag they see. */
  shownSelection: 200,
  shownDrag: 50,
  /** How long a level is worked on between two stored versions, and how many are stored. */
  saveMs: 10 * 60_000,
  saves: 50,
  /** Prefabs of a user, and things of one. */
  prefabs: 50,
  prefabParts: 500,
  prefabName: 40,
  /** Bytes of the request that saves one. */
  prefabBytes: 256 * 1024,
} as const;
