import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { blocksText } from "#web/text/blocks.ts";
import { toast } from "#web/ui/toast-store.ts";
import { applyContactChange } from "./block-cache.ts";

export interface Person {
  id: number;
  username: string;
}

/** What follows in place of showing it on the page as it is. */
export type Then = (answer: { message: string }) => void;

/** Blocks somebody who is not blocked. */
export function useBlock(then?: Then) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ username }: Person) => call(toggleBlockRoute, { params: { username } }),
    onSuccess: (answer, { id }) => {
      if (then) return then(answer);
      applyContactChange(client, { user_id: id, block: answer.blocked });
      toast(answer.message);
    },
    onError: tellActionFailed,
  });
}

/** Unblocks somebody; for a moment that can be undone. */
export function useUnblock(then?: Then) {
  const client = useQueryClient();
  const { mutate: block } = useBlock();
  return useMutation({
    mutationFn: ({ username }: Person) => call(deleteBlockRoute, { params: { username } }),
    onSuccess: (answer, person) => {
      if (then) return then(answer);
      applyContactChange(client, { user_id: person.id, block: false });
      const undo = { label: blocksText.undo, onSelect: () => block(person) };
      toast(blocksText.unblocked(person.username), { action: undo });
    },
    onError: tellActionFailed,
  });
}
