import {
  Group,
  Image,
  Table,
  TableCaption,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'
import type { Product as Schema } from '@/lib/product/schema'
import { shopLanguage } from './language'
import { Price } from './price'
import { isScarce, StockBadge } from './stock-badge'

type Product = z.output<typeof Schema>

/** The SKUs of a product, one row each. */
export function SkuTable({ specs, skus }: Pick<Product, 'specs' | 'skus'>) {
  const t = useTranslations('product')
  const format = useFormatter()
  return (
    <Table captionSide="top" verticalSpacing="xs" horizontalSpacing="xs">
      <TableCaption ta="left" mt={0}>
        {t('choices', { count: skus.length })}
      </TableCaption>
      <TableThead>
        <TableTr>
          <TableTh scope="col" lang={specs.length > 0 ? shopLanguage : undefined}>
            {specs.map(({ name }) => name).join(' / ') || t('choice')}
          </TableTh>
          <TableTh scope="col" ta="right">
            {t('price')}
          </TableTh>
          <TableTh scope="col" ta="right">
            {t('stock')}
          </TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {skus.map((sku) => (
          <TableTr key={sku.id}>
            <TableTh scope="row" fw={400}>
              <Group gap="xs" wrap="nowrap">
                {sku.image_url && <Image src={sku.image_url} alt="" width={36} height={36} loading="lazy" />}
                <div>
                  <Text size="sm" lang={shopLanguage}>
                    {sku.spec_values.join(' / ') || t('single')}
                  </Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {sku.sku_no}
                  </Text>
                </div>
              </Group>
            </TableTh>
            <TableTd>
              <Group justify="flex-end">
                <Price price={sku.price} marketPrice={sku.market_price} />
              </Group>
            </TableTd>
            <TableTd ta="right">
              {isScarce(sku.stock) ? <StockBadge stock={sku.stock} /> : format.number(sku.stock)}
            </TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </Table>
  )
}
