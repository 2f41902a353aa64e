import { useQueryClient } from "@tanstack/react-query";
import { Check, Shirt, Tag, Undo2 } from "lucide-react";
import { useState } from "react";
import { wearUrl } from "#domain/avatar/view.ts";
import type { Item } from "#domain/items/api.ts";
import { isOfficial, netPrice } from "#domain/items/rules.ts";
import { offerCopyRoute } from "#domain/shop/api.ts";
import { coinsText } from "#web/components/text/coins.ts";
import { VerifyToTrade } from "#web/components/verify-to-trade.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "./deal-panel.module.css";
import { CHANGED_BY_TRADE, patchItem } from "./item-query.ts";
import { tradeText } from "./text/trade.ts";

const text = tradeText;
const offerModal = lazyPart(() => import("./offer-modal.tsx"));

interface OwnCopyProps {
  item: Item;
  copy: NonNullable<Item["copy"]>;
}

function WithdrawOffer({ item, copy }: OwnCopyProps) {
  const client = useQueryClient();
  const { busy, run } = useAction(
    () => call(offerCopyRoute, { params: { id: copy.id }, input: { price: 0 } }),
    {
      toast: () => text.tookBack,
      onDone: () =>
        patchItem(client, item.id, ({ listings_count }) => ({
          copy: { ...copy, resale_price: null },
          listings_count: Math.max(0, listings_count - 1),
        })),
      errors: "modal",
      changes: CHANGED_BY_TRADE,
    },
  );
  return (
    <Button icon={Undo2} busy={busy} onClick={() => run()}>
      {text.takeBack}
    </Button>
  );
}

/** Buttons for a resellable copy: offer it, change its price, withdraw it. */
function Resale({ item, copy }: OwnCopyProps) {
  const [open, setOpen] = useState(false);
  const verified = useUser()?.email_verified ?? false;
  const { resale_price: price } = copy;
  return (
    <>
      <p className={styles.hint}>
        {price === null ? text.offerHint : `${text.offered(price)} ${coinsText.netOnce(netPrice(price))}`}
      </p>
      <div className={styles.actions}>
        {verified && (
          <Button variant={price === null ? "primary" : "plain"} icon={Tag} onClick={() => setOpen(true)}>
            {price === null ? text.offer : text.change}
          </Button>
        )}
        {price !== null && <WithdrawOffer item={item} copy={copy} />}
      </div>
      {!verified && <VerifyToTrade kind="sell" />}
      {open && <OnDemand part={offerModal} props={{ item, copy, onClose: () => setOpen(false) }} />}
    </>
  );
}

/** The user's copy: serial number, equip link, and resale if possible. */
export function OwnCopy({ item, copy }: OwnCopyProps) {
  const { serial, resale_price } = copy;
  const user = useUser();
  const isUnverifiedMaker =
    user?.id === item.user.id &&
    !user.email_verified &&
    !isOfficial(item.type.id) &&
    item.purchasable !== "offsale";
  return (
    <>
      <div className={styles.row}>
        <p className={styles.owned}>
          <Check aria-hidden />
          {text.owned}
          {serial !== null && <span className={styles.serial}>{text.serial(serial)}</span>}
        </p>
        {/* Items that aren't public can't be equipped or sold. */}
        {resale_price === null && !item.review && (
          <LinkButton icon={Shirt} to={wearUrl(item)}>
            {text.wear}
          </LinkButton>
        )}
      </div>
      {item.is_purchasable && <p className={styles.hint}>{text.othersPay(item.price)}</p>}
      {isUnverifiedMaker && <VerifyToTrade kind="sell" />}
      {item.is_resold && !item.review && serial !== null && <Resale item={item} copy={copy} />}
    </>
  );
}
