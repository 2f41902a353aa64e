import type { Axis, LevelEditor, Tool } from "#web/game/edit/level-editor.ts";

/** The effect of an arrow key. */
export type KeyStep =
  | { kind: "nudge"; by: readonly [right: number, up: number, away: number] }
  | { kind: "turn" | "resize"; axis: Axis; steps: 1 | -1 };

export const STEPS = ["right", "left", "away", "near", "up", "down"] as const;
export type StepName = (typeof STEPS)[number];

const NUDGES: Record<StepName, readonly [number, number, number]> = {
  right: [1, 0, 0],
  left: [-1, 0, 0],
  away: [0, 0, 1],
  near: [0, 0, -1],
  up: [0, 1, 0],
  down: [0, -1, 0],
};
/** Left and right turn around the upright axis, like the hands of a clock seen from above. */
const TURNS: Record<StepName, readonly [Axis, 1 | -1]> = {
  right: ["y", 1],
  left: ["y", -1],
  away: ["x", -1],
  near: ["x", 1],
  up: ["z", 1],
  down: ["z", -1],
};
const SIZES: Record<StepName, readonly [Axis, 1 | -1]> = {
  right: ["x", 1],
  left: ["x", -1],
  away: ["z", 1],
  near: ["z", -1],
  up: ["y", 1],
  down: ["y", -1],
};

/** An arrow key moves the selection, or turns or resizes it with those tools. Without a selection it moves the cursor. */
export function keyStep(tool: Tool, hasSelection: boolean, step: StepName): KeyStep {
  if (hasSelection && tool === "rotate") {
    const [axis, steps] = TURNS[step];
    return { kind: "turn", axis, steps };
  }
  if (hasSelection && tool === "scale") {
    const [axis, steps] = SIZES[step];
    return { kind: "resize", axis, steps };
  }
  return { kind: "nudge", by: NUDGES[step] };
}

/** Does what an arrow key stands for. */
export function makeStep(editor: LevelEditor, step: StepName): void {
  const { tool, selection } = editor.state.get();
  const found = keyStep(tool, selection.length > 0, step);
  if (found.kind === "nudge") editor.nudge(...found.by);
  else if (found.kind === "turn") editor.turn(found.axis, found.steps);
  else editor.resize(found.axis, found.steps);
}
