import { blocksText } from "#web/text/blocks.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type Person, useUnblock } from "./block-act.ts";

/** On the page of somebody whom one has blocked. */
export function BlockedNotice({ person }: { person: Person }) {
  const unblock = useUnblock();
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={unblock.isPending} onClick={() => unblock.mutate(person)}>
          {blocksText.unblock}
        </Button>
      }
    >
      {blocksText.blocked}
    </Banner>
  );
}
