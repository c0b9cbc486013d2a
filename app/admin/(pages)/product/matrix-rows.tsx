import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Picture } from '@/components/ui/picture'
import { kinds } from './cells'
import type { useColumns } from './columns'
import type { Group } from './matrix'
import classes from './product.module.css'

export function ToolButton({ icon: Icon, onClick, children }: { icon: Icon; onClick: () => void; children: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} stroke={1.8} aria-hidden="true" />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

interface HeadRowProps {
  columns: ReturnType<typeof useColumns>
  name: string
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

export function HeadRow({ columns, name, isSelected, onSelect }: HeadRowProps) {
  const t = useTranslations('catalogue.matrix')
  return (
    <tr>
      <th scope="col" className={classes.check}>
        <input
          type="checkbox"
          aria-label={t('selectAll')}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </th>
      <th scope="col" className={classes.skuName}>
        {name}
      </th>
      {columns.map(({ name: column, label }) => (
        <th key={column} scope="col" data-kind={kinds[column]}>
          {label}
        </th>
      ))}
    </tr>
  )
}

interface GroupRowProps extends Pick<Group, 'image_url'> {
  name: string
  span: number
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

export function GroupRow({ name, image_url, span, isSelected, onSelect }: GroupRowProps) {
  const t = useTranslations('catalogue.matrix')
  return (
    <tr className={classes.group}>
      <td className={classes.check}>
        <input
          type="checkbox"
          aria-label={t('selectGroup', { name })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <th scope="rowgroup" colSpan={span}>
        {image_url && <Picture url={image_url} size={24} />}
        {name}
      </th>
    </tr>
  )
}
