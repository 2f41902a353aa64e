import { BUILD_LIMITS } from "#domain/build/limits.ts";

/** The numbers of the operations of one step, in the order in which they were made. */
export type UndoStep = readonly number[];

/** The steps that a page can undo and redo: its own, the newest 200. */
export class UndoStack {
  #undo: UndoStep[] = [];
  #redo: UndoStep[] = [];
  readonly #onForget: (n: number) => void;

  /** `onForget` gets the numbers of operations that can't be undone or redone anymore. */
  constructor(onForget: (n: number) => void) {
    this.#onForget = onForget;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Adds a new step. What was undone before can't be redone anymore. */
  push(step: UndoStep): void {
    this.#forget(this.#redo.splice(0));
    this.#undo.push(step);
    this.#forget(this.#undo.splice(0, this.#undo.length - BUILD_LIMITS.undoSteps));
  }

  /** Takes the newest step. `revert` makes a step that takes it back, which can be redone. */
  undo(revert: (step: UndoStep) => UndoStep): void {
    this.#move(this.#undo, this.#redo, revert);
  }

  redo(revert: (step: UndoStep) => UndoStep): void {
    this.#move(this.#redo, this.#undo, revert);
  }

  remove(n: number): void {
    const without = (steps: UndoStep[]) =>
      steps.map((step) => step.filter((one) => one !== n)).filter((step) => step.length > 0);
    this.#undo = without(this.#undo);
    this.#redo = without(this.#redo);
  }

  #move(from: UndoStep[], to: UndoStep[], revert: (step: UndoStep) => UndoStep): void {
    const step = from.pop();
    if (!step) return;
    to.push(revert(step));
    this.#forget([step]);
  }

  #forget(steps: readonly UndoStep[]): void {
    for (const n of steps.flat()) this.#onForget(n);
  }
}
