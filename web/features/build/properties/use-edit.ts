import type { Edit } from "#domain/build/edit.ts";
import { toast } from "#web/ui/toast-store.ts";
import { useBuilder } from "../builder-context.ts";

/** Returns a function that makes an edit, or says why it can't be made. */
export function useEdit(): (edit: Edit) => void {
  const { session } = useBuilder();
  return (edit) => {
    const problem = session.model.change(edit);
    if (problem !== null) toast(problem, { tone: "bad" });
  };
}
