import { Download } from "lucide-react";
import type { ItemTypeName } from "#domain/items/item-types.ts";
import { LinkButton } from "#web/ui/button.tsx";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";

/** The clothing template, with a download button. */
export function TemplateCard({ type }: { type: ItemTypeName }) {
  const url = `/static/templates/${type}.png`;
  return (
    <div className={styles.template}>
      <img
        src={url}
        width={132}
        height={132}
        alt={createItemText.templatePicture(createItemText.types[type])}
        key={type}
      />
      <div className={styles.templateText}>
        <h3>{createItemText.template}</h3>
        <p>{createItemText.templateText}</p>
        <LinkButton size="s" icon={Download} to={url} download={createItemText.templateFile(type)}>
          {createItemText.templateDownload}
        </LinkButton>
      </div>
    </div>
  );
}
