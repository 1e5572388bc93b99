/** The members that may be undefined become optional. */
export type Defined<Members extends object> = string extends keyof Members ? Record<string, Exclude<Members[keyof Members], undefined>> : {
    [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
    [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};
/** An object without its members that are undefined, as optional fields of requests want it. */
export declare function defined<Members extends object>(members: Members): Defined<Members>;
