import { Blocks } from "lucide-react";
import { useTitle } from "#web/lib/title.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { City } from "./city.tsx";
import styles from "./missing-page.module.css";
import { PosedBopi } from "./posed-bopi.tsx";
import { missingPageText as text } from "./text/missing-page.ts";

/** The 404 page: a bopi searching, and 2 links. */
export default function MissingPage() {
  useTitle(text.title);
  return (
    <div className="hero">
      <City />
      <div className={styles.scene}>
        <h1>{text.title}</h1>
        <p>{text.text}</p>
        <div className={styles.actions}>
          <LinkButton to="/levels" variant="primary" icon={Blocks}>
            {text.actions.levels}
          </LinkButton>
          <LinkButton to="/">{text.actions.home}</LinkButton>
        </div>
        <div className={styles.bopi}>
          <PosedBopi pose="shrug" large />
        </div>
      </div>
    </div>
  );
}
