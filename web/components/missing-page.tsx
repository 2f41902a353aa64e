import { Blocks } from "lucide-react";
import { useTitle } from "#web/lib/title.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { City } from "./city.tsx";
import styles from "./missing-page.module.css";
import { PosedBopi } from "./posed-bopi.tsx";

const missingPageText = {
  title: "No one lives here",
  text: "This bopi looked behind every door. The page moved out, or never moved in.",
  actions: { levels: "Find a level", home: "Back home" },
} as const;

export default function MissingPage() {
  useTitle(missingPageText.title);
  return (
    <div className="hero">
      <City />
      <div className={styles.scene}>
        <h1>{missingPageText.title}</h1>
        <p>{missingPageText.text}</p>
        <div className={styles.actions}>
          <LinkButton to="/levels" variant="primary" icon={Blocks}>
            {missingPageText.actions.levels}
          </LinkButton>
          <LinkButton to="/">{missingPageText.actions.home}</LinkButton>
        </div>
        <div className={styles.bopi}>
          <PosedBopi pose="shrug" large />
        </div>
      </div>
    </div>
  );
}
