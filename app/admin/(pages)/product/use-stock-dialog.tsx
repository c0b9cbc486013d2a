import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import type { StockedSku } from './matrix'

const StockDialog = dynamic(() => import('./stock-dialog'), { ssr: false })

/** The dialog that adjusts the stock of one SKU, and returns the focus to the button that opened it. */
export function useStockDialog(product_id: number | undefined, stocks: ReadonlyMap<number, StockedSku>) {
  const [opened, setOpened] = useState<{ sku_id: number; name: string; opener: Element | null }>()
  const open = useCallback(
    (sku_id: number, name: string) => setOpened({ sku_id, name, opener: document.activeElement }),
    [],
  )
  const close = () => {
    setOpened(undefined)
    const opener = opened?.opener
    // Focus moves in the next frame, after the dialog is removed.
    if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus())
  }
  const element = opened && product_id !== undefined && (
    <StockDialog
      product_id={product_id}
      sku_id={opened.sku_id}
      name={opened.name}
      stock={stocks.get(opened.sku_id)?.stock ?? 0}
      onClose={close}
    />
  )
  return { open, element }
}
