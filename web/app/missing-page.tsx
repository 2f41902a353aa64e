import { Blocks } from "lucide-react";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { shellText } from "#web/text/shell.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

/** No such page. */
export default function MissingPage() {
  return (
    <Page title={shellText.missingTitle} heading={null}>
      <h1 className="sr-only">{shellText.missingTitle}</h1>
      <EmptyState
        title={shellText.missingTitle}
        text={shellText.missing}
        art={<Bopi mood="wow" colors={SHOW_OUTFITS[1]} alive />}
      >
        <LinkButton to="/levels" variant="primary" icon={Blocks}>
          {shellText.missingActs.levels}
        </LinkButton>
        <LinkButton to="/">{shellText.missingActs.home}</LinkButton>
      </EmptyState>
    </Page>
  );
}
