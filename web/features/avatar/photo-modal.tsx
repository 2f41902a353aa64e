import { Download, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import type { AvatarDraft } from "#domain/avatar/avatar-changes.ts";
import { type BopiLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import type { BopiPose } from "#domain/avatar/look-url.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { useMember } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./photo-modal.module.css";
import { closetText as text } from "./text/closet.ts";

const POSES: readonly BopiPose[] = ["wave", "cheer", "sit", "sleep", "shrug", "carry", "idle"];

/** Everything that the edited bopi wears, tried-on items too. */
const lookOf = ({ wardrobe, colors }: AvatarDraft): BopiLook => ({
  colors: colorsOf(colors),
  items: Object.fromEntries(SLOTS.map((slot) => [slot, wardrobe[slot]?.id ?? null])) as BopiLook["items"],
});

/** The picture. The one before stays, dimmed, until the next is drawn. */
function Photo({ src, alt }: { src: string; alt: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isFailed = failed === src;
  const retry = () => {
    setFailed(null);
    setAttempt(attempt + 1);
  };
  return (
    <div className={styles.photo} aria-busy={shown !== src && !isFailed}>
      {!isFailed && (
        <img
          key={attempt}
          src={src}
          width={512}
          height={512}
          alt={alt}
          data-shown={shown === src}
          onLoad={() => setShown(src)}
          onError={() => setFailed(src)}
        />
      )}
      {isFailed && (
        <div className={styles.failed} role="alert">
          {text.photoFailed}
          <Button icon={RotateCw} onClick={retry}>
            {uiText.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A picture of the edited bopi in a pose, to download or share. */
export default function PhotoModal({ draft, onClose }: { draft: AvatarDraft; onClose: () => void }) {
  const { username } = useMember();
  const [pose, setPose] = useState<BopiPose>("wave");
  const name = useId();
  const url = lookPictureUrl(lookOf(draft), { pose, size: 512 });
  return (
    <Modal
      open
      onClose={onClose}
      title={text.photoTitle}
      footer={
        <>
          <ShareButton title={text.sharedPhoto(username)} path={url} />
          <LinkButton variant="primary" icon={Download} to={url} download={`${username}-${pose}.png`}>
            {text.download}
          </LinkButton>
        </>
      }
    >
      <Photo src={url} alt={text.photoOf(text.poses[pose])} />
      <fieldset className={styles.poses}>
        <legend className="sr-only">{text.pose}</legend>
        {POSES.map((option) => (
          <label className={styles.pose} key={option}>
            <input type="radio" name={name} checked={option === pose} onChange={() => setPose(option)} />
            <span>{text.poses[option]}</span>
          </label>
        ))}
      </fieldset>
    </Modal>
  );
}
