/** Strings of the current event on the front page. */
export const eventStageText = {
  kicker: "On now",
  /** `cleared` is null for visitors. */
  task: (goal: number, cleared: number | null) =>
    `Clear ${goal} of its levels${cleared === null ? "" : ` · ${cleared} of ${goal} cleared`}`,
  done: "You have its reward",
  see: "See the event",
} as const;
