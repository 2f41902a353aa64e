import { Shirt } from "lucide-react";
import type { UserCard } from "#domain/api/response.ts";
import { OwnerHead, OwnerPicture } from "#web/components/owner-head.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
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
    <OwnerHead
      title={inventoryText.title(username)}
      picture={<OwnerPicture owner={owner} size={72} />}
      action={
        isOwn && (
          <LinkButton icon={Shirt} to="/avatar" className={styles.editAvatar}>
            {inventoryText.dress}
          </LinkButton>
        )
      }
    >
      {owner && <span>{inventoryText.spirit(owner.level)}</span>}
      <TextLink standalone to={`/users/${username}`}>
        {inventoryText.profile}
      </TextLink>
    </OwnerHead>
  );
}
