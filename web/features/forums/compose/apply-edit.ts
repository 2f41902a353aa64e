import type { EditCommand, SelectedText, TextEdit } from "./edits.ts";

export const selectionIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): SelectedText => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Applies an edit as typed input, so the browser's undo works. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    from === to && !insert
      ? true
      : insert
        ? document.execCommand("insertText", false, insert)
        : document.execCommand("delete");
  if (!isDone) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}

/** Runs a command on the selected text. */
export const runCommand = (area: HTMLTextAreaElement, command: EditCommand): void =>
  applyEdit(area, command(selectionIn(area)));
