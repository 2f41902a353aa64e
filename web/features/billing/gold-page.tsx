export default function GoldPage() {
  return null;
}
