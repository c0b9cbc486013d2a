import { Table, TableCaption, TableTbody, TableTd, TableTh, TableTr } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'

export function PropertyTable({ properties }: { properties: { name: string; detail: string }[] }) {
  const t = useTranslations('product')
  return (
    <Table variant="vertical" captionSide="top" withRowBorders={false} horizontalSpacing="xs">
      <TableCaption ta="left" mt={0}>
        {t('properties')}
      </TableCaption>
      <TableTbody lang={shopLanguage}>
        {properties.map(({ name, detail }) => (
          <TableTr key={name}>
            <TableTh scope="row" w="8rem">
              {name}
            </TableTh>
            <TableTd>{detail}</TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </Table>
  )
}
