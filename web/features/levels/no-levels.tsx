import { Dices, LogIn, Plus, RotateCcw } from "lucide-react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { LevelFilter } from "#domain/levels/rules.ts";
import { type LevelView, writeLevelView } from "#domain/levels/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { RANDOM_LEVEL_URL } from "./absolute-url.ts";
import { levelsText } from "./text/levels.ts";

const HINTS: Partial<Record<LevelFilter, string>> = {
  favorited: levelsText.noneFavorites,
  playedByBuddies: levelsText.noneBuddies,
};

/** The empty state: no match, or a page past the last one. */
export function NoLevels({ view, total }: { view: LevelView; total: number }) {
  const pastEnd = view.page > 1 && total > 0;
  const touched = writeLevelView({ ...view, page: 1 }).toString() !== "";
  const untouchedHint = touched ? levelsText.noneNarrow : levelsText.noneAtAll;
  return (
    <EmptyState
      title={levelsText.none}
      text={pastEnd ? levelsText.noneHere : (HINTS[view.filter] ?? untouchedHint)}
      art={<PosedBopi pose="shrug" />}
    >
      {pastEnd ? (
        <LinkButton variant="primary" to={`?${writeLevelView({ ...view, page: 1 })}`}>
          {levelsText.firstPage}
        </LinkButton>
      ) : (
        <LinkButton
          variant="primary"
          icon={touched ? RotateCcw : Plus}
          to={touched ? "/levels" : "/build/new"}
        >
          {touched ? levelsText.startOver : levelsText.create}
        </LinkButton>
      )}
      <LinkButton icon={Dices} to={RANDOM_LEVEL_URL}>
        {levelsText.tryRandom}
      </LinkButton>
    </EmptyState>
  );
}

/** Prompts a visitor to sign in for a filter that is about the user. */
export function SignInForFilter({ filter }: { filter: LevelFilter }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={levelsText.signInForFilterTitle(levelsText.filters[filter])}
      text={levelsText.signInForFilter}
      art={<PosedBopi pose="sit" />}
    >
      <LinkButton variant="primary" icon={LogIn} to={signInUrl(pathname + search)}>
        {levelsText.signIn}
      </LinkButton>
      <LinkButton icon={RotateCcw} to="/levels">
        {levelsText.startOver}
      </LinkButton>
    </EmptyState>
  );
}
