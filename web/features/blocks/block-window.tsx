import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { profileRoute } from "#domain/users/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { blocksText } from "#web/text/blocks.ts";
import { Confirm } from "#web/ui/modal.tsx";
import { type Person, type Then, useBlock, useUnblock } from "./block-act.ts";

const text = blocksText;

/** Asks once. Whoever is blocked already, as where a menu can't know, can be unblocked instead. */
function AskBlock({
  person,
  then,
  onClose,
}: {
  person: Person;
  then: Then | undefined;
  onClose: () => void;
}) {
  const profile = useQuery(queryFor(profileRoute, { params: { username: person.username } }));
  const block = useBlock(then);
  const unblock = useUnblock(then);
  const isBlocked = profile.data?.user.block === true;
  const acting = isBlocked ? unblock : block;
  return (
    <Confirm
      open
      onClose={() => !acting.isPending && onClose()}
      title={isBlocked ? text.blocked : text.ask(person.username)}
      text={isBlocked ? undefined : text.askText(person.username)}
      action={isBlocked ? text.unblock : text.block}
      danger={!isBlocked}
      busy={profile.isPending || acting.isPending}
      onConfirm={() => acting.mutate(person, { onSettled: onClose })}
    />
  );
}

/**
 * How menus of a page block people: `ask` opens the window, which the page has somewhere. `then` follows in place of
 * what the page would show of it.
 */
export function useBlockWindow(then?: Then): { ask: (person: Person) => void; window: ReactNode } {
  const [person, ask] = useState<Person | null>(null);
  return {
    ask,
    window: person && <AskBlock person={person} then={then} onClose={() => ask(null)} key={person.id} />,
  };
}
