import { EmptyState } from "#web/components/empty-state.tsx";
import { LinkButton } from "#web/ui/button.tsx";

import { forumsText } from "./text/forums.ts";

export const NoSuchPage = () => (
  <EmptyState title={forumsText.nonePage} text={forumsText.nonePageText} pose="shrug">
    <LinkButton variant="primary" to="?">
      {forumsText.firstPage}
    </LinkButton>
  </EmptyState>
);
