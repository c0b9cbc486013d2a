import { Button, Code } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

/** In a sandbox, the text is for developers. */
export function EmptyShop({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations('empty')
  const icon = <IconBuildingStore size={36} aria-hidden="true" />
  return (
    <div data-empty-shop>
      {isSandbox ? (
        <EmptyState
          order={1}
          icon={icon}
          title={t('title')}
          description={t.rich('description', {
            code: (text) => <Code>{text}</Code>,
          })}
          actions={
            <Button component={Link} href="/docs">
              {t('reference')}
            </Button>
          }
        />
      ) : (
        <EmptyState order={1} icon={icon} title={t('soon')} description={t('soonDescription')} />
      )}
    </div>
  )
}
