interface CustomerName {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

/** The display name. A customer of the mini-program may have no nickname: then the user name, phone number or id. */
export const nameOfCustomer = ({ id, nickname, username, mobile }: CustomerName) =>
  nickname || username || mobile || `#${id}`
