import { RotateCcw, UserRound, Users } from "lucide-react";
import type { ListView } from "#domain/api/list-view.ts";
import type { BuddyTab } from "#domain/buddies/rules.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { buddiesText } from "./text.ts";

const text = buddiesText;

interface BuddiesEmptyProps {
  view: ListView;
  tab: BuddyTab;
  /** The total of all pages. */
  total: number;
  username: string;
  isOwn: boolean;
}

/** Shown for an empty list, no matches, or a page past the end. */
export function BuddiesEmpty({ view, tab, total, username, isOwn }: BuddiesEmptyProps) {
  if (total > 0) {
    return (
      <EmptyState title={text.noUsers} text={text.nonePage} art={<PosedBopi pose="shrug" />}>
        <LinkButton variant="primary" to={view.search ? `?search=${encodeURIComponent(view.search)}` : "?"}>
          {text.firstPage}
        </LinkButton>
      </EmptyState>
    );
  }
  if (view.search) {
    return (
      <EmptyState title={text.noResults} text={text.noneCalled(view.search)} art={<PosedBopi pose="shrug" />}>
        <LinkButton variant="primary" icon={RotateCcw} to="?">
          {text.showAll}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={text.noUsers}
      text={isOwn ? text.none[tab] : text.noneOf(username)}
      art={<PosedBopi pose={isOwn ? "sit" : "shrug"} />}
    >
      {isOwn ? (
        <LinkButton variant="primary" icon={Users} to="/users">
          {text.find}
        </LinkButton>
      ) : (
        <LinkButton variant="primary" icon={UserRound} to={`/users/${username}`}>
          {text.toProfile(username)}
        </LinkButton>
      )}
    </EmptyState>
  );
}
