import { Download } from "lucide-react";
import type { ItemTypeName } from "#domain/items/rules.ts";
import { createItemText } from "#web/text/shop.ts";
import { LinkButton } from "#web/ui/button.tsx";
import styles from "./create.module.css";

/** The picture that clothes are painted on, to be downloaded. */
export function TemplateCard({ type }: { type: ItemTypeName }) {
  const address = `/static/templates/${type}.png`;
  return (
    <div className={styles.template}>
      <img
        src={address}
        width={132}
        height={132}
        alt={createItemText.templatePicture(createItemText.types[type])}
        key={type}
      />
      <div className={styles.templateWords}>
        <h3>{createItemText.template}</h3>
        <p>{createItemText.templateText}</p>
        <LinkButton size="s" icon={Download} to={address} download={createItemText.templateFile(type)}>
          {createItemText.templateDownload}
        </LinkButton>
      </div>
    </div>
  );
}
