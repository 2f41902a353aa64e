import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
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

/** Blocks a user. */
export function useBlock(onChanged?: OnBlockChanged) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ username }: BlockTarget) => call(toggleBlockRoute, { params: { username } }),
    onSuccess: (response, { id }) => {
      if (onChanged) return onChanged(response);
      applyContactChange(client, { user_id: id, block: response.blocked });
      toast(response.message);
    },
    onError: showActionError,
  });
}

/** Unblocks a user and offers to undo it. */
export function useUnblock(onChanged?: OnBlockChanged) {
  const client = useQueryClient();
  const { mutate: block } = useBlock();
  return useMutation({
    mutationFn: ({ username }: BlockTarget) => call(deleteBlockRoute, { params: { username } }),
    onSuccess: (response, person) => {
      if (onChanged) return onChanged(response);
      applyContactChange(client, { user_id: person.id, block: false });
      const undo = { label: blocksText.undo, onSelect: () => block(person) };
      toast(blocksText.unblocked(person.username), { action: undo });
    },
    onError: showActionError,
  });
}
