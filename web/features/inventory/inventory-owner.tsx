import { Shirt } from "lucide-react";
import type { UserCard } from "#domain/api/response.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./inventory.module.css";
import { inventoryText } from "./text.ts";

/** The inventory's owner: picture, heading and profile link. */
export function InventoryOwner({
  owner,
  username,
  isOwn,
}: {
  /** Undefined while loading. */
  owner: UserCard | undefined;
  username: string;
  isOwn: boolean;
}) {
  return (
    <header className={styles.owner}>
      {owner ? (
        <Headshot src={owner.bopi.headshot_url} username={owner.username} size={72} decorative />
      ) : (
        <Skeleton width={72} height={72} />
      )}
      <div className={styles.text}>
        <h1>{inventoryText.title(username)}</h1>
        <div className={styles.about}>
          {owner && <span>{inventoryText.spirit(owner.level)}</span>}
          <TextLink standalone to={`/users/${username}`}>
            {inventoryText.profile}
          </TextLink>
        </div>
      </div>
      {isOwn && (
        <LinkButton icon={Shirt} to="/avatar" className={styles.editAvatar}>
          {inventoryText.dress}
        </LinkButton>
      )}
    </header>
  );
}
