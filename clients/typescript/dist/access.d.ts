/**
 * The address of the API as requests use it, without spaces around it and slashes at its end.
 * @throws TypeError that says what is wrong, and does not repeat the text: it may have a password
 */
export declare function apiAddress(text: string): string;
/** The access token without spaces and line breaks around it. @throws TypeError that does not repeat it */
export declare function accessToken(text: string): string;
