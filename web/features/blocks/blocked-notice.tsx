import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { blocksText } from "./text.ts";
import { type BlockTarget, useUnblock } from "./use-block.ts";

/** Shown on the profile of a user the viewer has blocked. */
export function BlockedNotice({ person }: { person: BlockTarget }) {
  const unblock = useUnblock();
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={unblock.busy} onClick={() => unblock.run(person)}>
          {blocksText.unblock}
        </Button>
      }
    >
      {blocksText.blocked}
    </Banner>
  );
}
