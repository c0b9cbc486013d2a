import { Checkbox, Stack } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

interface OfferedSku {
  id: number
  name: string
  spec_values: readonly string[]
  price: number
  stock: number
}

interface SkuChoiceProps {
  skus: readonly OfferedSku[]
  /** The ids; undefined: the dialog was closed. */
  onClose: (chosen: readonly number[] | undefined) => void
}

/** Of products with several SKUs. */
export default function SkuChoice({ skus, onClose }: SkuChoiceProps) {
  const t = useTranslations('sale.new')
  const format = useFormatter()
  const [chosen, setChosen] = useState<readonly number[]>([])
  return (
    <ConfirmDialog
      title={t('chooseSkus')}
      confirmLabel={t('addSkus')}
      cancelLabel={t('addNone')}
      color={undefined}
      isReady={chosen.length > 0}
      onConfirm={() => onClose(chosen)}
      onCancel={() => onClose(undefined)}
    >
      <Stack gap="sm">
        {skus.map(({ id, name, spec_values, price, stock }) => (
          <Checkbox
            key={id}
            label={[name, ...spec_values].join(' ')}
            description={t('skuFacts', { price: format.number(price / 100, 'price'), stock })}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </Stack>
    </ConfirmDialog>
  )
}
