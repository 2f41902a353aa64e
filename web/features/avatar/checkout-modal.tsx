import { Check } from "lucide-react";
import { CoinPrice } from "#web/components/coin-price.tsx";
import { CoinSums } from "#web/components/coin-sums.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { verifyText } from "#web/components/text/verify.ts";
import { VerifyToTrade } from "#web/components/verify-to-trade.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./checkout-modal.module.css";
import { closetText as text } from "./text/closet.ts";
import type { Checkout, CheckoutLine } from "./use-checkout.ts";

export interface CheckoutModalProps {
  checkout: Checkout;
  lines: readonly CheckoutLine[];
  coins: number;
  onClose: () => void;
}

export default function CheckoutModal({ checkout, lines, coins, onClose }: CheckoutModalProps) {
  const { busy, confirm, saveOwned } = checkout;
  const open = lines.filter(({ state }) => state === "open");
  const total = open.reduce((sum, { price }) => sum + price, 0);
  const missing = Math.max(0, total - coins);
  const canBuy = open.length > 0 && missing === 0;
  const isPartial = lines.length > open.length;
  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={text.checkout}
      text={text.checkoutText}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {uiText.cancel}
          </Button>
          {(!canBuy || isPartial) && (
            <Button
              variant={canBuy ? "plain" : "primary"}
              busy={busy && !canBuy}
              onClick={() => void saveOwned()}
            >
              {text.saveOwned}
            </Button>
          )}
          {canBuy && (
            <Button variant="primary" busy={busy} onClick={confirm}>
              {text.buyAndWearFor(total)}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {lines.some(({ note }) => note === verifyText.needed) && <VerifyToTrade kind="buy" />}
        {lines.some(({ note }) => note && note !== verifyText.needed) && (
          <Banner tone="notice">{text.someFailed}</Banner>
        )}
        {missing > 0 && <MissingCoins count={missing} />}
      </div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.item.id} className={styles.line}>
            <ItemPicture item={line.item} width={56} height={56} alt="" />
            <div className={styles.about}>
              <p className={styles.name} dir="auto">
                {line.item.name}
              </p>
              {line.note && <p className={styles.note}>{line.note}</p>}
            </div>
            {line.state === "bought" ? (
              <span className={styles.bought}>
                <Check aria-hidden /> {text.bought}
              </span>
            ) : (
              <span className={line.state === "unavailable" ? styles.unavailable : undefined}>
                <CoinPrice price={line.price} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <CoinSums label={text.total} price={total} coins={coins} />
    </Modal>
  );
}
