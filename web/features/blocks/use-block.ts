import { useQueryClient } from "@tanstack/react-query";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { type Action, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast-store.ts";
import { applyContactChange } from "./contact-change.ts";
import { blocksText } from "./text.ts";

export interface BlockTarget {
  id: number;
  username: string;
}

/** Replaces the default handling: cache update and toast. */
export type OnBlockChanged = (response: { message: string }) => void;

export function useBlock(onChanged?: OnBlockChanged): Action<BlockTarget> {
  const client = useQueryClient();
  return useAction(({ username }: BlockTarget) => call(toggleBlockRoute, { params: { username } }), {
    onDone: (response, { id }) => {
      if (onChanged) return onChanged(response);
      applyContactChange(client, { user_id: id, block: response.blocked });
      toast(response.message);
    },
    errors: "modal",
  });
}

/** Unblocks a user and offers to undo it. */
export function useUnblock(onChanged?: OnBlockChanged): Action<BlockTarget> {
  const client = useQueryClient();
  const block = useBlock();
  return useAction(({ username }: BlockTarget) => call(deleteBlockRoute, { params: { username } }), {
    onDone: (response, person) => {
      if (onChanged) return onChanged(response);
      applyContactChange(client, { user_id: person.id, block: false });
      const undo = { label: blocksText.undo, onSelect: () => void block.run(person) };
      toast(blocksText.unblocked(person.username), { action: undo });
    },
    errors: "modal",
  });
}
