import { useMemo } from "react";
import { DEFAULT_LOOK, decodeLook } from "#domain/avatar/bopi-look.ts";
import type { LookToken } from "#domain/avatar/look-url.ts";
import type { StarterItem } from "#domain/starter/api.ts";
import { BopiPreview } from "#web/scene/bopi-preview.tsx";
import type { EquippedUuids } from "#web/scene/load.ts";
import { heroText } from "./text/home.ts";

export interface HeroPreviewProps {
  look: LookToken;
  starters: readonly StarterItem[];
  /** Each new number makes the bopi hop. */
  hops: number;
  picture: string;
}

export default function HeroPreview({ look: token, starters, hops, picture }: HeroPreviewProps) {
  const preview = useMemo(() => {
    const look = decodeLook(token) ?? DEFAULT_LOOK;
    return {
      colors: look.colors,
      items: Object.fromEntries(
        Object.entries(look.items).map(([slot, id]) => [
          slot,
          starters.find((item) => item.id === id) ?? null,
        ]),
      ) as EquippedUuids,
    };
  }, [token, starters]);
  return (
    <BopiPreview
      look={preview}
      hops={hops}
      picture={picture}
      alt={heroText.picture}
      label={heroText.picture}
    />
  );
}
