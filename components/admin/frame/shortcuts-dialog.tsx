'use client'

import { Kbd, Modal } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import classes from './admin.module.css'

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('admin')
  const isMac = useOs() === 'macos'
  const mod = isMac ? '⌘' : 'Ctrl'
  const alt = isMac ? '⌥' : 'Alt'
  const shortcuts = [
    { keys: [mod, 'K'], label: t('shortcuts.palette') },
    { keys: [mod, 'S'], label: t('shortcuts.save') },
    { keys: ['Esc'], label: t('shortcuts.close') },
    { keys: ['Space'], label: t('shortcuts.pickUp') },
    { keys: [alt, '↑', '↓', '←', '→'], label: t('shortcuts.move') },
    { keys: [alt, 'F10'], label: t('shortcuts.toolbar') },
    { keys: ['?'], label: t('shortcuts.this') },
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={classes.shortcuts}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
