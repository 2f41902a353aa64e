import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { profileRoute } from "#domain/users/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { blocksText as text } from "./text.ts";
import { type BlockTarget, type OnBlockChanged, useBlock, useUnblock } from "./use-block.ts";

interface BlockModalProps {
  person: BlockTarget;
  /** Replaces the default handling. */
  onChanged: OnBlockChanged | undefined;
  onClose: () => void;
}

/** Asks for confirmation. Offers to unblock instead if the user is blocked already, which menus may not know. */
export function BlockModal({ person, onChanged, onClose }: BlockModalProps) {
  const profile = useQuery(queryFor(profileRoute, { params: { username: person.username } }));
  const block = useBlock(onChanged);
  const unblock = useUnblock(onChanged);
  const isBlocked = profile.data?.user.block === true;
  const { busy, run } = isBlocked ? unblock : block;
  return (
    <ConfirmModal
      open
      onClose={() => !busy && onClose()}
      title={isBlocked ? text.blocked : text.confirmTitle(person.username)}
      text={isBlocked ? undefined : text.confirmText(person.username)}
      action={isBlocked ? text.unblock : text.block}
      danger={!isBlocked}
      busy={profile.isPending || busy}
      onConfirm={() => run(person).then(onClose)}
    />
  );
}

/** `confirmBlock` opens the modal, which the page must render. `onChanged` replaces the default handling. */
export function useBlockModal(onChanged?: OnBlockChanged): {
  confirmBlock: (person: BlockTarget) => void;
  modal: ReactNode;
} {
  const [person, setPerson] = useState<BlockTarget | null>(null);
  return {
    confirmBlock: setPerson,
    modal: person && (
      <BlockModal person={person} onChanged={onChanged} onClose={() => setPerson(null)} key={person.id} />
    ),
  };
}
