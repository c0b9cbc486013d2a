'use client'

import { Alert, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './product.module.css'

export default function InBin({ id, name }: { id: number; name: string }) {
  const t = useTranslations('catalogue')
  const can = useCan()
  const act = useAction()
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('inBin')}
      icon={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
      className={classes.bin}
    >
      <p>{t('binHelp')}</p>
      {can('product.update') && (
        <Button
          size="xs"
          onClick={() =>
            void act(() => send('POST /cms/product/{id}/restore', { params: { id } }), {
              success: t('restored', { name }),
              failure: t('restoreFailed', { name }),
            })
          }
        >
          {t('restore')}
        </Button>
      )}
    </Alert>
  )
}
