import { Blocks } from "lucide-react";
import { shellText } from "#web/app/text/shell.ts";
import { useTitle } from "#web/lib/title.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { City } from "./city.tsx";
import styles from "./missing-page.module.css";
import { PosedBopi } from "./posed-bopi.tsx";

/** The 404 page: a bopi searching, and 2 links. */
export default function MissingPage() {
  useTitle(shellText.missingTitle);
  return (
    <div className="hero">
      <City />
      <div className={styles.scene}>
        <h1>{shellText.missingTitle}</h1>
        <p>{shellText.missing}</p>
        <div className={styles.actions}>
          <LinkButton to="/levels" variant="primary" icon={Blocks}>
            {shellText.missingActions.levels}
          </LinkButton>
          <LinkButton to="/">{shellText.missingActions.home}</LinkButton>
        </div>
        <div className={styles.bopi}>
          <PosedBopi pose="shrug" large />
        </div>
      </div>
    </div>
  );
}
