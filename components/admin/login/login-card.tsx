import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './login.module.css'

export function LoginCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className={classes.card}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed" mt={4} mb="lg">
        {lead}
      </Text>
      {children}
    </div>
  )
}
