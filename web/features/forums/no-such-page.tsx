import { EmptyState } from "#web/components/empty-state.tsx";
import { LinkButton } from "#web/ui/button.tsx";

import { forumsText } from "./text/forums.ts";

export const threadPageHref = (page: number): string => (page > 1 ? `?page=${page}` : "?");

/** Shown for a page past the end. */
export const NoSuchPage = () => (
  <EmptyState title={forumsText.nonePage} text={forumsText.nonePageText} pose="shrug">
    <LinkButton variant="primary" to="?">
      {forumsText.firstPage}
    </LinkButton>
  </EmptyState>
);
