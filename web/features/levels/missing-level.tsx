import { Blocks, Dices } from "lucide-react";
import { Missing } from "#web/components/missing.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { randomLevelUrl } from "./absolute-url.ts";
import { levelText } from "./text/level.ts";

export function MissingLevel() {
  return (
    <Missing title={levelText.missingTitle} text={levelText.missing}>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {levelText.browse}
      </LinkButton>
      <LinkButton icon={Dices} to={randomLevelUrl()}>
        {levelText.random}
      </LinkButton>
    </Missing>
  );
}
