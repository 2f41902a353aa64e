import { splitEdit } from "#domain/build/edit.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { UndoStack } from "#web/features/build/model/undo-stack.ts";

describe("A page's undo stack", () => {
  const collect = () => {
    const forgotten: number[] = [];
    return { forgotten, stack: new UndoStack((n) => forgotten.push(n)) };
  };

  test("undoes the newest step and redoes what was undone", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.push([2, 3]);
    const taken: number[][] = [];
    stack.undo((step) => {
      taken.push([...step]);
      return [4, 5];
    });
    stack.redo((step) => {
      taken.push([...step]);
      return [6];
    });
    expect(taken).toEqual([
      [2, 3],
      [4, 5],
    ]);
    expect([stack.canUndo, stack.canRedo]).toEqual([true, false]);
  });

  test("can't redo after a new step, and forgets what it can't take back anymore", () => {
    const { stack, forgotten } = collect();
    stack.push([1]);
    stack.undo(() => [2]);
    stack.push([3]);
    expect(stack.canRedo).toBe(false);
    expect(forgotten).toEqual([1, 2]);
  });

  test("keeps the newest 200 steps", () => {
    const { stack, forgotten } = collect();
    for (let n = 1; n <= BUILD_LIMITS.undoSteps + 3; n++) stack.push([n]);
    expect(forgotten).toEqual([1, 2, 3]);
  });

  test("doesn't redo a refused operation that was undone", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.undo(() => [2]);
    stack.remove(2);
    expect(stack.canRedo).toBe(false);
  });

  test("drops a refused operation, and a step that has no other", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.push([2, 3]);
    stack.remove(3);
    stack.remove(1);
    const taken: number[][] = [];
    stack.undo((step) => {
      taken.push([...step]);
      return [4];
    });
    expect(taken).toEqual([[2]]);
    expect(stack.canUndo).toBe(false);
  });
});

describe("Splitting an edit", () => {
  const dels = (count: number) => Array.from({ length: count }, (_, i) => `0.${i.toString(36)}`);

  test("leaves an edit whole that fits into one operation", () => {
    const edit = { add: [], set: [["0.1", { color: "111111" }]] as [string, object][], del: ["0.2"] };
    expect(splitEdit(edit as never, 500)).toEqual([{ set: [["0.1", { color: "111111" }]], del: ["0.2"] }]);
  });

  test("makes operations of at most as many parts, in their order", () => {
    const parts = splitEdit({ del: dels(1_201) }, 500);
    expect(parts.map(({ del }) => del?.length)).toEqual([500, 500, 201]);
    expect(parts.flatMap(({ del }) => del)).toEqual(dels(1_201));
  });
});
