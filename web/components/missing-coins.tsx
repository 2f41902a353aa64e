import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { priceText } from "./text/price.ts";

/** Says how many coins a purchase lacks, and leads to where they are earned. */
export function MissingCoins({ count }: { count: number }) {
  return (
    <Banner
      tone="notice"
      action={
        <LinkButton size="s" to="/">
          {priceText.earn}
        </LinkButton>
      }
    >
      {priceText.missing(count)} {priceText.earnHint}
    </Banner>
  );
}
